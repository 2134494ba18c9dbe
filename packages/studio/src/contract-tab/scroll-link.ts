/** Scrolls elements together: each is at the same part of its height as the one that a person scrolls. */
export class ScrollLink {
  /** The positions to which elements were moved here: their events are no scrolling by a person. */
  readonly #moved = new Map<HTMLElement, number>();

  /** Adds an element. @returns a function that removes it. */
  join(element: HTMLElement): () => void {
    const follow = (): void => {
      if (this.#moved.get(element) === element.scrollTop) return;
      const part = element.scrollTop / Math.max(1, heightToScroll(element));
      for (const other of this.#moved.keys()) {
        if (other === element) continue;
        other.scrollTop = Math.round(part * heightToScroll(other));
        this.#moved.set(other, other.scrollTop);
      }
      this.#moved.set(element, element.scrollTop);
    };
    this.#moved.set(element, element.scrollTop);
    element.addEventListener('scroll', follow, { passive: true });
    return () => {
      element.removeEventListener('scroll', follow);
      this.#moved.delete(element);
    };
  }
}

const heightToScroll = ({ scrollHeight, clientHeight }: HTMLElement): number => scrollHeight - clientHeight;
