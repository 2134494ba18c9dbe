import type { Element, PlainElement } from '../element/element.js';
import type { Aggregate } from '../merk/tree-kind.js';

/** Returns a tree element with the root key and the aggregate of its layer, and everything else as it was. */
export function withLayer(element: Element, rootKey: Uint8Array | undefined, aggregate: Aggregate): Element {
  if ('element' in element)
    return { ...element, element: plainWithLayer(element.element, rootKey, aggregate) };
  return plainWithLayer(element, rootKey, aggregate);
}

function plainWithLayer(
  element: PlainElement,
  rootKey: Uint8Array | undefined,
  { count, sum }: Aggregate,
): PlainElement {
  switch (element.type) {
    case 'tree':
      return { ...element, rootKey };
    case 'sumTree':
    case 'bigSumTree':
    case 'provableSumTree':
      return { ...element, rootKey, sum };
    case 'countTree':
    case 'provableCountTree':
      return { ...element, rootKey, count };
    case 'countSumTree':
    case 'provableCountSumTree':
    case 'provableCountProvableSumTree':
      return { ...element, rootKey, count, sum };
    default:
      return element;
  }
}
