import type { PathSegment } from '../json-schema/json.ts';

/** One problem of a value, ready to be shown. */
export interface Problem {
  readonly path: readonly PathSegment[];
  /** A sentence without its period, such as `Must be a number`. */
  readonly text: string;
  /** What the value must be, such as `a number`, if the text says only that. */
  readonly expected?: string;
  /** A suffix that is only shown where values may be shown, such as `, got the string "infinity"`. */
  readonly reveals?: string;
  /** Whether the text is a message of the author or library, which stays unchanged. */
  readonly quoted?: boolean;
  /** Whether the field at the path is missing. */
  readonly isMissing?: boolean;
}

/** One issue of a schema library or validator. */
export interface Issue {
  readonly path: readonly PathSegment[];
  /** The library's message. */
  readonly message?: string;
  /** Unknown names at that path. */
  readonly unknownNames?: readonly string[];
  /** The problem, where the schema shows it. */
  readonly problem?: Problem;
  /** Whether the author's code reported it, which the JSON Schema doesn't describe. */
  readonly byAuthor?: boolean;
}

/** The text of a problem as a sentence. */
export function sentence({ text, reveals = '' }: Problem): string {
  return text + reveals;
}

/** The text of a problem for the middle of a sentence. */
export function midSentence(problem: Problem): string {
  const text = sentence(problem);
  return problem.quoted === true ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
