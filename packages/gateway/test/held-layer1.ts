import type { Layer1 } from '@dapikit/chain';
import { recordedLayer1 } from './recorded-layer1.js';

/** A layer 1 whose `tip` answers when it is let go. */
export interface HeldLayer1 {
  readonly layer1: Layer1;
  /** Resolves when `tip` was asked. */
  readonly asked: Promise<void>;
  readonly letGo: () => void;
}

/** The recorded node, whose `tip` waits. */
export function heldLayer1(): HeldLayer1 {
  const asked = signal();
  const letGo = signal();
  const recorded = recordedLayer1();
  const layer1: Layer1 = {
    ...recorded,
    tip: async () => {
      asked.give();
      await letGo.given;
      return recorded.tip();
    },
  };
  return { layer1, asked: asked.given, letGo: letGo.give };
}

function signal(): { given: Promise<void>; give: () => void } {
  let give: (() => void) | undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give?.() };
}
