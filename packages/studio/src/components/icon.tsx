const PATHS = {
  sun: 'M12 4V2m0 20v-2m8-8h2M2 12h2m13.7-5.7 1.4-1.4M4.9 19.1l1.4-1.4m0-11.4L4.9 4.9m14.2 14.2-1.4-1.4M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z',
  moon: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5z',
  half: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 0v18m0-13h7.5M12 12h9m-9 4h7.5',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  check: 'M5 12.5 10 17.5 19 7',
  cross: 'M6 6l12 12M18 6 6 18',
  alert: 'M12 8v5m0 3.5v.01M12 3 2.5 20h19z',
  info: 'M12 11v6m0-9.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7m2 3a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17',
  wand: 'M5 19 15 9m-1-5v3m5 2h-3m3-6-2 2M9 4v2M7 5h4',
  chevron: 'm9 6 6 6-6 6',
  plus: 'M12 5v14M5 12h14',
  document: 'M6 3h8l4 4v14H6zM14 3v4h4M9 12h6m-6 4h6',
  coin: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zm0 4.5v8m2.5-6.5C14 8.5 13 8.3 12 8.3c-1.3 0-2.5.5-2.5 1.8 0 2.7 5 1.2 5 3.8 0 1.3-1.2 1.8-2.5 1.8-1 0-2-.3-2.5-1.2',
  braces: 'M9 4c-3 0-1 7-4.5 8 3.5 1 1.5 8 4.5 8m6-16c3 0 1 7 4.5 8-3.5 1-1.5 8-4.5 8',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6',
  ballot: 'M4 12v8h16v-8M8 12l-1-5 8-3 3 8M4 12h16m-9-5 1.5 2',
  transfer: 'M4 9h15l-4-4m5 10H5l4 4',
  dots: 'M5 12h.01M12 12h.01M19 12h.01',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zm5 11.5L20 20',
  terminal: 'm5 7 5 5-5 5m7 0h7',
  plug: 'M9 3v5m6-5v5M6 8h12v4a6 6 0 0 1-12 0zm6 10v3',
} as const;

/** Describes the name of an icon. */
export type IconName = keyof typeof PATHS;

/** Shows an icon next to text with the same meaning; hidden from screen readers. */
export function Icon({ name, size = 18 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width="1.8"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
