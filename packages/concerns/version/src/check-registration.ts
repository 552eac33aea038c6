import { codeOf, printable, reasonOf, StartupError } from '@toolwire/internal';
import { checkVersion, fullIdOf, type Versioned } from './definition-version.ts';
import { parseDeprecation } from './deprecation.ts';
import { maxToolIdLength, parseToolId } from './tool-id.ts';

/** Throws if a tool can't be registered: its ID, version or deprecation is invalid. */
export function checkDefinition(item: Versioned): void {
  const parsed = parseToolId(item.id);
  if (!parsed.ok) throw new StartupError('TW_TOOL_ID', `A tool cannot be registered. ${parsed.problem}`);
  if (parsed.version !== undefined) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The tool ID '${printable(item.id)}' has a version in it. Write id: '${parsed.id}' and put the version into 'version'.`,
    );
  }
  withToolInError(item.id, () => checkVersion(item.version));
  if (fullIdOf(item).length > maxToolIdLength) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The tool ID '${printable(item.id)}' is too long: with its version it may have ${maxToolIdLength} characters.`,
    );
  }
  const { deprecation } = item;
  if (deprecation !== undefined) withToolInError(fullIdOf(item), () => parseDeprecation(deprecation));
}

/** Throws if a version exists twice in the sorted versions of an ID (OTC-DEF-02). */
export function checkDuplicates(versions: readonly Versioned[]): void {
  const duplicate = versions.find((item, index) => item.version === versions[index + 1]?.version);
  if (duplicate !== undefined) {
    throw new StartupError(
      'TW_TOOL_DUPLICATE',
      `${fullIdOf(duplicate)} is registered twice. Change the version of one, or remove it.`,
    );
  }
}

/** Adds the tool's name to the error of a check. */
function withToolInError(tool: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    const reason = reasonOf(cause, 'It cannot be read.');
    throw new StartupError(codeOf(cause, 'TW_TOOL_UNREADABLE'), `The tool ${tool} cannot be registered. ${reason}`, {
      cause,
    });
  }
}
