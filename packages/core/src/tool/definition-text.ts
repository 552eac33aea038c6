/** Common characters that are invalid in a tool ID. The server checks every character. */
type InvalidCharacter = '@' | '-' | ' ' | '/' | ':' | '#' | '+' | '*' | '$' | '(' | ')' | ',' | ';' | "'" | '"' | '\\';

/** Invalid IDs; a named type, so that the compiler builds it once. */
type InvalidId =
  | `${string}.${string}.${string}`
  | `.${string}`
  | `${string}.`
  | `${string}${InvalidCharacter}${string}`;

/** A valid ID itself; otherwise a message that the compiler's error shows. */
export type ToolIdText<Id extends string> = string extends Id
  ? Id
  : Id extends `${string}@${string}`
    ? `'${Id}' has a version in it: write the ID without it, and the version into \`version\``
    : Id extends InvalidId
      ? `'${Id}' is not a tool ID: write Toolkit.Tool, two names of letters, digits and _, such as 'Calculator.Add'`
      : Id extends `${string}.${string}`
        ? Id
        : `'${Id}' is not a tool ID: write Toolkit.Tool, such as 'Calculator.${Id}'`;

type Dashed = `-${string}` | `${string}-${string}`;

/** A valid version itself; otherwise a message. */
export type VersionText<Version extends string> = string extends Version
  ? Version
  : Version extends Dashed
    ? `'${Version}' is not a tool version: write only three numbers, such as '1.0.0'`
    : Version extends `${bigint}.${bigint}.${bigint}`
      ? Version
      : `'${Version}' is not a tool version: write three numbers, such as '1.0.0'`;
