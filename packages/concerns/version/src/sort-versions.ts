import { codeOf, printable, reasonOf, StartupError } from '@toolwire/internal';
import { type Deprecation, parseDeprecation } from './deprecation.ts';
import { maxToolIdLength, parseToolId } from './tool-id.ts';
import { compareVersions, parseVersion } from './tool-version.ts';

/** The fields of a tool that the resolver needs. */
export interface Versioned {
  /** `Toolkit.Tool`. */
  readonly id: string;
  /** `x.y.z`. */
  readonly version: string;
  /** The model-facing name; default the ID with `_` instead of `.`. */
  readonly name?: string | undefined;
  readonly deprecation?: Deprecation | undefined;
}

/** The full ID of a version, for example `Calculator.Add@1.0.0`. */
export function fullIdOf(item: Versioned): string {
  return `${item.id}@${item.version}`;
}

/**
 * Checks tools and groups them by ID. IDs keep the order in which their tools were passed; versions are oldest first.
 * Uses maps, since `__proto__.constructor` is a valid ID.
 */
export function sortVersionsById<T extends Versioned>(items: Iterable<T>): Map<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    checkItem(item);
    const group = groups.get(item.id);
    if (group === undefined) groups.set(item.id, [item]);
    else group.push(item);
  }
  for (const group of groups.values()) sortGroup(group);
  return groups;
}

function sortGroup<T extends Versioned>(group: T[]): void {
  group.sort((left, right) => compareVersions(left.version, right.version));
  // Each version may exist once (OTC-DEF-02).
  const duplicate = group.find((item, index) => item.version === group[index + 1]?.version);
  if (duplicate !== undefined) {
    throw new StartupError(
      'TW_TOOL_DUPLICATE',
      `${fullIdOf(duplicate)} is registered twice. Change the version of one, or remove it.`,
    );
  }
  Object.freeze(group);
}

function checkItem(item: Versioned): void {
  const parsed = parseToolId(item.id);
  if (!parsed.ok) throw new StartupError('TW_TOOL_ID', `A tool cannot be registered. ${parsed.problem}`);
  if (parsed.version !== undefined) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The tool ID '${printable(item.id)}' has a version in it. Write id: '${parsed.id}' and put the version into 'version'.`,
    );
  }
  withToolInError(item.id, () => parseVersion(item.version));
  if (fullIdOf(item).length > maxToolIdLength) {
    throw new StartupError(
      'TW_TOOL_ID',
      `The tool ID '${printable(item.id)}' is too long: with its version it may have ${maxToolIdLength} characters.`,
    );
  }
  const { deprecation } = item;
  if (deprecation !== undefined) withToolInError(fullIdOf(item), () => parseDeprecation(deprecation));
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
