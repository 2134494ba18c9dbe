/** Nothing at all: what it costs to start Node. */
export const load = () => ({ write: () => '', accepts: () => true });
