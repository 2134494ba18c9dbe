import { describe, expect, it } from 'vitest';
import { SharedCalls } from './shared-calls.js';

/** A question that is answered from outside. */
function question() {
  const asked: { signal: AbortSignal; give: (answer: string) => void; fail: (error: Error) => void }[] = [];
  const ask = (signal: AbortSignal): Promise<string> =>
    new Promise((give, fail) => {
      asked.push({ signal, give, fail });
    });
  return { asked, ask };
}

describe('SharedCalls', () => {
  it('shares one call among callers of the same key', async () => {
    const calls = new SharedCalls<string>();
    const { asked, ask } = question();
    const answers = [calls.join('a', undefined, ask), calls.join('a', undefined, ask)];
    const other = calls.join('b', undefined, ask);
    expect(asked).toHaveLength(2);
    asked[0]!.give('one');
    asked[1]!.give('two');
    expect(await Promise.all([...answers, other])).toEqual(['one', 'one', 'two']);
  });

  it('passes an error to all callers and calls again afterwards', async () => {
    const calls = new SharedCalls<string>();
    const { asked, ask } = question();
    const answers = Promise.allSettled([calls.join('a', undefined, ask), calls.join('a', undefined, ask)]);
    const error = new Error('no');
    asked[0]!.fail(error);
    expect(await answers).toEqual([
      { status: 'rejected', reason: error },
      { status: 'rejected', reason: error },
    ]);
    const again = calls.join('a', undefined, ask);
    asked[1]!.give('yes');
    expect(await again).toBe('yes');
  });

  it('rejects only the caller that aborts', async () => {
    const calls = new SharedCalls<string>();
    const { asked, ask } = question();
    const caller = new AbortController();
    const left = calls.join('a', caller.signal, ask);
    const stays = calls.join('a', undefined, ask);
    caller.abort();
    await expect(left).rejects.toMatchObject({ name: 'NodeUnavailableError', reason: 'cancelled' });
    expect(asked[0]!.signal.aborted).toBe(false);
    asked[0]!.give('one');
    expect(await stays).toBe('one');
  });

  it('aborts the call once all callers have left, and accepts no new ones', async () => {
    const calls = new SharedCalls<string>();
    const { asked, ask } = question();
    const callers = [new AbortController(), new AbortController()];
    const left = Promise.allSettled(callers.map(({ signal }) => calls.join('a', signal, ask)));
    for (const caller of callers) caller.abort();
    expect((await left).every(({ status }) => status === 'rejected')).toBe(true);
    expect(asked[0]!.signal.aborted).toBe(true);
    const next = calls.join('a', undefined, ask);
    asked[1]!.give('new');
    expect(await next).toBe('new');
    asked[0]!.fail(new Error('late'));
  });

  it('does not start a call for an aborted signal', async () => {
    const { asked, ask } = question();
    await expect(new SharedCalls<string>().join('a', AbortSignal.abort(), ask)).rejects.toMatchObject({
      reason: 'cancelled',
    });
    expect(asked).toEqual([]);
  });
});
