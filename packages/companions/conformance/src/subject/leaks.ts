/** Signs that an answer carries what only a log should: each with a name for the report. */
const leaks: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a stack trace', /\n\s+at .+|\bat (?:async )?[\w.<>[\] ]+ \((?:file:\/\/|node:|\/|[A-Z]:\\)/],
  ['a source position', /\.[cm]?[jt]sx?:\d+(?::\d+)?/],
  ['a file path', /file:\/\/|node_modules|(?:^|[\s'"(])(?:\/(?:home|usr|srv|var|opt|root|tmp|work|app)\/|[A-Z]:\\)/],
  [
    'the text of a JSON parser',
    /in JSON at position|Unexpected (?:token|end of JSON|non-whitespace)|" is not valid JSON/,
  ],
  ['an exception name', /\b(?:Type|Range|Syntax|Reference|Aggregate)Error\b/],
  ['a stringified object', /\[object \w+\]/],
];

/** The name of the first thing in a text for people that must never be there; `undefined` when it is clean. */
export function findLeak(text: string): string | undefined {
  return leaks.find(([, pattern]) => pattern.test(text))?.[0];
}
