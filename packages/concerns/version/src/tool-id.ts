import { printable, quoteValue } from '@toolwire/internal';

/** The longest tool ID, including its version. */
export const maxToolIdLength = 256;

/** A parsed tool ID, or the problem with it. */
export type ParsedToolId =
  | {
      readonly ok: true;
      /** `Toolkit.Tool`, without the version. */
      readonly id: string;
      readonly toolkit: string;
      readonly tool: string;
      /** The requested version, always as `x.y.z`. */
      readonly version: string;
      readonly form: 'exact' | 'shorthand';
    }
  | {
      readonly ok: true;
      readonly id: string;
      readonly toolkit: string;
      readonly tool: string;
      readonly version?: undefined;
      readonly form: 'latest';
    }
  | {
      readonly ok: false;
      /** One sentence that describes the problem and the fix. */
      readonly problem: string;
    };

// ASCII only, case-sensitive, and linear: no two adjacent parts match the same character (OTC-DEF-01, OTC-VER-05).
const toolIdPattern =
  /^([A-Za-z0-9_]+)\.([A-Za-z0-9_]+)(?:@((?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*))?))?$/;
const idWithVersionPattern = /^[A-Za-z0-9_]+\.[A-Za-z0-9_]+@/;

/** Parses `Toolkit.Tool`, `Toolkit.Tool@x` and `Toolkit.Tool@x.y.z`; all other forms are invalid. */
export function parseToolId(text: unknown): ParsedToolId {
  if (typeof text !== 'string' || text.length > maxToolIdLength) return { ok: false, problem: describeProblem(text) };
  const match = toolIdPattern.exec(text);
  if (match === null) return { ok: false, problem: describeProblem(text) };

  const [, toolkit = '', tool = '', version] = match;
  const id = `${toolkit}.${tool}`;
  if (version === undefined) return { ok: true, id, toolkit, tool, form: 'latest' };
  // The version stays a string: a number would round 9007199254740993 to its neighbor.
  if (version.includes('.')) return { ok: true, id, toolkit, tool, version, form: 'exact' };
  // The version 1 means exactly 1.0.0, never the newest 1.x (OTC-VER-03).
  return { ok: true, id, toolkit, tool, version: `${version}.0.0`, form: 'shorthand' };
}

function describeProblem(text: unknown): string {
  if (typeof text !== 'string') return `A tool ID is a string such as 'Calculator.Add@1.0.0', not ${quoteValue(text)}.`;
  if (text === '') return "The tool ID is empty; write it as 'Toolkit.Tool' or 'Toolkit.Tool@1.0.0'.";
  if (text.length > maxToolIdLength) {
    return `The tool ID has ${text.length} characters, and at most ${maxToolIdLength} are allowed: '${printable(text)}'.`;
  }
  if (idWithVersionPattern.test(text)) {
    return `The version in '${printable(text)}' is not valid; write x.y.z or x in whole numbers without leading zeros, such as @1.0.0 or @1, or leave it out to get the latest.`;
  }
  return `'${printable(text)}' is not a tool ID; write 'Toolkit.Tool' or 'Toolkit.Tool@1.0.0', each name in ASCII letters, digits and underscores.`;
}
