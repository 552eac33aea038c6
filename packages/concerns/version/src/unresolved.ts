import { echo } from './echo.ts';
import type { Unresolved } from './resolution.ts';
import { maxToolIdLength } from './tool-id.ts';

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

/** A version that was asked for, and those there are. */
export interface MissingVersion {
  readonly id: string;
  /** What models call the tool. */
  readonly name: string;
  readonly version: string;
  /** Whether the whole version was asked for, or the shorthand `@x`. */
  readonly form: 'exact' | 'shorthand';
  /** The newest versions of the tool, newest first, and how many more there are. */
  readonly newest: readonly string[];
  readonly more: number;
}

/** The tool is there, but not in this version (OTC-CALL-07d). */
export function versionNotFound({ id, name, version, form, newest, more }: MissingVersion): Unresolved {
  const suggestions = newest.map((one) => `${id}@${one}`);
  const developerMessage = `${id} version ${echo(version)} is not available`;
  // The specification prints this very answer, for a whole version later than the only one there is.
  if (form === 'exact' && newest.length === 1 && newest.every((one) => isLater(version, one))) {
    const message = `Tool '${name}' was not found`;
    return { ok: false, code: 'version_not_found', message, developerMessage, suggestions };
  }
  const others = `${newest.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    ok: false,
    code: 'version_not_found',
    message: `Tool '${name}' has no version ${echo(version)}.${didYouMean(suggestions)}`,
    developerMessage: `${developerMessage}; ${newest.length > 1 ? 'there are' : 'there is'} ${others}`,
    suggestions,
  };
}

/** Compares as text: a client may ask for numbers that no number can hold. */
function isLater(version: string, than: string): boolean {
  return sortable(version) > sortable(than);
}

function sortable(version: string): string {
  return version
    .split('.')
    .map((part) => part.padStart(maxToolIdLength, '0'))
    .join('.');
}

function didYouMean([first]: readonly string[]): string {
  return first === undefined ? '' : ` Did you mean '${first}'?`;
}
