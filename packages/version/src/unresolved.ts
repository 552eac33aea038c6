import { echo } from './echo.ts';
import type { Unresolved } from './resolution.ts';

/** The text is not a tool id (OTC-VER-05). */
export function invalidToolId(problem: string, suggestions: readonly string[]): Unresolved {
  return {
    ok: false,
    code: 'invalid_tool_id',
    message: `${problem}${didYouMean(suggestions)}`,
    developerMessage:
      'A tool id is Toolkit.Tool (the latest version), Toolkit.Tool@x.y.z (exactly that) or Toolkit.Tool@x (exactly x.0.0)',
    suggestions,
  };
}

/** No tool has the id (OTC-CALL-07c). */
export function toolNotFound(id: string, suggestions: readonly string[]): Unresolved {
  return {
    ok: false,
    code: 'tool_not_found',
    message: `Tool '${echo(id)}' was not found${suggestions.length > 0 ? '.' : ''}${didYouMean(suggestions)}`,
    developerMessage: `No tool has the id ${echo(id)}; ids are case-sensitive`,
    suggestions,
  };
}

/** The tool is there, but not in this version (OTC-CALL-07d): the words of the specification's own example. */
export function versionNotFound(id: string, name: string, version: string, suggestions: readonly string[]): Unresolved {
  return {
    ok: false,
    code: 'version_not_found',
    message: `Tool '${name}' was not found`,
    developerMessage: `${id} version ${echo(version)} is not available`,
    suggestions,
  };
}

function didYouMean([first]: readonly string[]): string {
  return first === undefined ? '' : ` Did you mean '${first}'?`;
}
