/** Characters that stand in no tool id, as far as authors are likely to write them; the server looks at each character. */
type Stranger = '@' | '-' | ' ' | '/' | ':' | '#' | '+' | '*' | '$' | '(' | ')' | ',' | ';' | "'" | '"' | '\\';

/** Ids that are surely none; by a name, so that the compiler puts them together once and not for every tool. */
type NoId = `${string}.${string}.${string}` | `.${string}` | `${string}.` | `${string}${Stranger}${string}`;

/** An id as it is, or what is wrong with it as the type that it would need: the compiler's error then says so. */
export type ToolIdText<Id extends string> = string extends Id
  ? Id
  : Id extends `${string}@${string}`
    ? `'${Id}' has a version in it: write the id alone, and the version into \`version\``
    : Id extends NoId
      ? `'${Id}' is no tool id: write Toolkit.Tool, two names of letters, digits and _, such as 'Calculator.Add'`
      : Id extends `${string}.${string}`
        ? Id
        : `'${Id}' is no tool id: write Toolkit.Tool, such as 'Calculator.${Id}'`;

type Dashed = `-${string}` | `${string}-${string}`;

/** A version as it is, or what is wrong with it. */
export type VersionText<Version extends string> = string extends Version
  ? Version
  : Version extends Dashed
    ? `'${Version}' is no version of a tool: write three numbers alone, such as '1.0.0'`
    : Version extends `${bigint}.${bigint}.${bigint}`
      ? Version
      : `'${Version}' is no version of a tool: write three numbers, such as '1.0.0'`;
