/** Says something to those who hear the page, without a change of focus. */
export function announce(text: string): void {
  const region = document.getElementById('announcements') ?? newRegion();
  region.textContent = '';
  // A region that gets the same text again is silent, unless it was empty meanwhile.
  setTimeout(() => {
    region.textContent = text;
  }, 50);
}

function newRegion(): HTMLElement {
  const region = document.createElement('div');
  region.id = 'announcements';
  region.className = 'visually-hidden';
  region.setAttribute('role', 'status');
  document.body.append(region);
  return region;
}
