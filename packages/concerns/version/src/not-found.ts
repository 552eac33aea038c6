import { printable } from '@toolwire/internal';
import { didYouMean } from './suggest-ids.ts';
import { maxToolIdLength } from './tool-id.ts';

/** The string is not a tool ID (OTC-VER-05). */
export function invalidToolId(problem: string, suggestions: readonly string[]): Unresolved {
  return {
    ok: false,
    code: 'invalid_tool_id',
    message: `${problem}${didYouMean(suggestions)}`,
    developerMessage:
      'A tool ID is Toolkit.Tool (the latest version), Toolkit.Tool@x.y.z (exactly that) or Toolkit.Tool@x (exactly x.0.0)',
    suggestions,
  };
}

/** No tool has the ID (OTC-CALL-07c). MCP has its own text: `unknownTool` in `unknown-tool.ts` of `@toolwire/mcp`. */
export function toolNotFound(id: string, suggestions: readonly string[]): Unresolved {
  return {
    ok: false,
    code: 'tool_not_found',
    message: `Tool '${printable(id)}' was not found${suggestions.length > 0 ? '.' : ''}${didYouMean(suggestions)}`,
    developerMessage: `No tool has the id ${printable(id)}; ids are case-sensitive`,
    suggestions,
  };
}

/** The requested version and the existing versions. */
export interface MissingVersion {
  readonly id: string;
  /** The model-facing name of the tool. */
  readonly name: string;
  readonly version: string;
  /** Whether the request used the whole version or the shorthand `@x`. */
  readonly form: 'exact' | 'shorthand';
  /** The newest versions, newest first. */
  readonly newest: readonly string[];
  /** The number of older versions. */
  readonly more: number;
}

/** The tool exists, but not in this version (OTC-CALL-07d). */
export function versionNotFound({ id, name, version, form, newest, more }: MissingVersion): Unresolved {
  const suggestions = newest.map((existing) => `${id}@${existing}`);
  const developerMessage = `${id} version ${printable(version)} is not available`;
  // The specification shows this response for a version later than the only existing one.
  if (form === 'exact' && newest.length === 1 && newest.every((existing) => isLater(version, existing))) {
    const message = `Tool '${name}' was not found`;
    return { ok: false, code: 'version_not_found', message, developerMessage, suggestions };
  }
  const others = `${newest.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return {
    ok: false,
    code: 'version_not_found',
    message: `Tool '${name}' has no version ${printable(version)}.${didYouMean(suggestions)}`,
    developerMessage: `${developerMessage}; ${newest.length > 1 ? 'there are' : 'there is'} ${others}`,
    suggestions,
  };
}

/** Compares strings, because requested versions may exceed the range of numbers. */
function isLater(version: string, than: string): boolean {
  return sortable(version) > sortable(than);
}

function sortable(version: string): string {
  return version
    .split('.')
    .map((part) => part.padStart(maxToolIdLength, '0'))
    .join('.');
}

/** Why no tool was found. */
export interface Unresolved {
  readonly ok: false;
  readonly code: 'invalid_tool_id' | 'tool_not_found' | 'version_not_found';
  /** For the user and the model. */
  readonly message: string;
  /** For logs and developers. */
  readonly developerMessage: string;
  /** At most three similar tool IDs, best first. */
  readonly suggestions: readonly string[];
}
