import { firstText, isObject, parseJson, stringsOf } from '@toolwire/internal';
import { crashMark } from './program-hook.ts';

/** The error that ended a program. */
export interface Crash {
  readonly message: string;
  readonly code: string | undefined;
  /** The URL of an explanation. */
  readonly help: string | undefined;
  /** The stacks of the error and of its causes. */
  readonly stacks: readonly string[];
  /** The output of Node about the error. */
  readonly output: string;
}

/** Creates a reader that separates the report of an error from the other output of a program on stderr. */
export function createCrashReader() {
  let report = '';
  return {
    /** Adds output. Returns the part that does not belong to a report, once that is known. */
    add(text: string): string {
      const output = report + text;
      const start = offsetOfMark(output);
      report = output.slice(start);
      return output.slice(0, start);
    },
    /** The error, after the end of the output. */
    crash: (): Crash | undefined => readCrash(report),
  };
}

/** The offset of the mark, or of its start at the end of the text, or else the length of the text. */
function offsetOfMark(text: string): number {
  const offset = text.indexOf(crashMark);
  if (offset >= 0) return offset;
  const start = text.lastIndexOf(crashMark.slice(0, 1));
  return start >= 0 && crashMark.startsWith(text.slice(start)) ? start : text.length;
}

function readCrash(report: string): Crash | undefined {
  const end = report.indexOf('\n');
  // A program that was killed may have written only a part.
  const fields: unknown = end < 0 ? undefined : parseJson(report.slice(crashMark.length, end));
  if (!isObject(fields)) return undefined;
  const { message, code, help, stacks } = fields;
  return {
    message: String(message),
    code: firstText(code),
    help: firstText(help),
    stacks: stringsOf(stacks),
    output: report.slice(end + 1),
  };
}
