/** Returns a function that gives one object for each event, however often it is called: so what many get is serialised once. */
export function sharedNotice<Event extends object>(make: (event: Event) => object): (event: Event) => object {
  const notices = new WeakMap<Event, object>();
  return (event) => {
    const known = notices.get(event);
    if (known) return known;
    const notice = make(event);
    notices.set(event, notice);
    return notice;
  };
}
