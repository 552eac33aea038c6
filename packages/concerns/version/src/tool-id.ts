import { describe, echo } from './echo.ts';

/** The longest tool id that is looked at, its version included. */
export const maxToolIdLength = 256;

/** A tool id taken apart, or what is wrong with it. */
export type ParsedToolId =
  | {
      readonly ok: true;
      /** `Toolkit.Tool`, without the version. */
      readonly id: string;
      readonly toolkit: string;
      readonly tool: string;
      /** The one version that was asked for, always as `x.y.z`. */
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
      /** One sentence on what is wrong and how to write it. */
      readonly problem: string;
    };

// OTC-DEF-01, OTC-VER-05. ASCII only, case-sensitive, and linear: no two neighbouring parts can match the same character.
const toolIdPattern =
  /^([A-Za-z0-9_]+)\.([A-Za-z0-9_]+)(?:@((?:0|[1-9][0-9]*)(?:\.(?:0|[1-9][0-9]*)\.(?:0|[1-9][0-9]*))?))?$/;
const onlyVersionIsWrong = /^[A-Za-z0-9_]+\.[A-Za-z0-9_]+@/;

/** Takes apart `Toolkit.Tool`, `Toolkit.Tool@x` and `Toolkit.Tool@x.y.z`; every other form is an invalid id. */
export function parseToolId(text: unknown): ParsedToolId {
  if (typeof text !== 'string' || text.length > maxToolIdLength) return { ok: false, problem: describeProblem(text) };
  const match = toolIdPattern.exec(text);
  if (match === null) return { ok: false, problem: describeProblem(text) };

  const [, toolkit = '', tool = '', version] = match;
  const id = `${toolkit}.${tool}`;
  if (version === undefined) return { ok: true, id, toolkit, tool, form: 'latest' };
  // The version stays a string: a number would round 9007199254740993 to its neighbour.
  if (version.includes('.')) return { ok: true, id, toolkit, tool, version, form: 'exact' };
  // OTC-VER-03: 1 means 1.0.0, never the newest 1.x.
  return { ok: true, id, toolkit, tool, version: `${version}.0.0`, form: 'shorthand' };
}

function describeProblem(text: unknown): string {
  if (typeof text !== 'string') return `A tool id is a string such as 'Calculator.Add@1.0.0', not ${describe(text)}.`;
  if (text === '') return "The tool id is empty; write it as 'Toolkit.Tool' or 'Toolkit.Tool@1.0.0'.";
  if (text.length > maxToolIdLength) {
    return `The tool id has ${text.length} characters, and at most ${maxToolIdLength} are allowed: '${echo(text)}'.`;
  }
  if (onlyVersionIsWrong.test(text)) {
    return `The version in '${echo(text)}' is not valid; write x.y.z or x in whole numbers without leading zeros, such as @1.0.0 or @1, or leave it out to get the latest.`;
  }
  return `'${echo(text)}' is not a tool id; write 'Toolkit.Tool' or 'Toolkit.Tool@1.0.0', each name in ASCII letters, digits and underscores.`;
}
