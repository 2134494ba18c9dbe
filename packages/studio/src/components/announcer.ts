/** Announces a text to screen readers, without moving the focus. */
export function announce(text: string): void {
  const region = document.getElementById('announcements') ?? createRegion();
  region.textContent = '';
  // A region that gets the same text again is silent, unless it was empty in between.
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

function createRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = 'announcements';
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return region;
}
