/** The build gives the text of JSON files, so that contracts are shown as they were written. */
declare module '*.json' {
  const text: string;
  export default text;
}
