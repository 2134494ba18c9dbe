import type { Store, StoreView, WritableView } from '../src/store/store.js';

/** Runs work; counts the turns of the event loop meanwhile. */
export async function withTurns<Result>(work: (turn: () => number) => Promise<Result>): Promise<Result> {
  let turn = 0;
  let ticker = setImmediate(function tick() {
    turn += 1;
    ticker = setImmediate(tick);
  });
  try {
    return await work(() => turn);
  } finally {
    clearImmediate(ticker);
  }
}

/** A store that notes each access to a view, with what is given to it. */
export function notedStore(store: Store, note: (access: string, input: readonly unknown[]) => void): Store {
  const notedView = <View extends StoreView>(view: View): View =>
    new Proxy(view, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...input: unknown[]): unknown => {
          note(String(name), input);
          return Reflect.apply(member, target, input);
        };
      },
    });
  return {
    name: store.name,
    read: async (work) => store.read(async (view) => work(notedView(view))),
    write: async (work, reads) => store.write(async (view) => work(notedView<WritableView>(view)), reads),
    close: async () => store.close(),
  };
}
