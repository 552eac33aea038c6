import { codeOf, reasonOf, StartUpError } from '@toolwire/internal';
import { checkDeprecation, type Deprecation } from './deprecation.ts';
import { echo } from './echo.ts';
import { maxToolIdLength, parseToolId } from './tool-id.ts';
import { compareVersions, parseVersion } from './version.ts';

/** The least a tool must say to be resolved: its id without the version, and its version. */
export interface Versioned {
  /** `Toolkit.Tool`. */
  readonly id: string;
  /** `x.y.z`. */
  readonly version: string;
  /** The name that models see; the id with `_` for `.` when left out. */
  readonly name?: string | undefined;
  readonly deprecation?: Deprecation | undefined;
}

/** The full id of a version, such as `Calculator.Add@1.0.0`. */
export function addressOf(item: Versioned): string {
  return `${item.id}@${item.version}`;
}

/**
 * Checks tools and groups them: ids in order, each with its versions in order.
 * Maps throughout, since `__proto__.constructor` is an id like any other.
 */
export function registerVersions<T extends Versioned>(items: Iterable<T>): Map<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    checkItem(item);
    const group = groups.get(item.id);
    if (group === undefined) groups.set(item.id, [item]);
    else group.push(item);
  }
  const inOrder = [...groups].sort(([left], [right]) => (left < right ? -1 : 1));
  return new Map(inOrder.map(([id, group]) => [id, inVersionOrder(group)]));
}

function inVersionOrder<T extends Versioned>(group: T[]): readonly T[] {
  group.sort((left, right) => compareVersions(left.version, right.version));
  // OTC-DEF-02
  const twice = group.find((item, index) => item.version === group[index + 1]?.version);
  if (twice !== undefined) {
    throw new StartUpError(
      'TW_TOOL_TWICE',
      `${addressOf(twice)} is registered twice. Give one of the two another version, or remove it.`,
    );
  }
  return Object.freeze(group);
}

function checkItem(item: Versioned): void {
  const parsed = parseToolId(item.id);
  if (!parsed.ok) throw new StartUpError('TW_TOOL_ID', `A tool cannot be registered. ${parsed.problem}`);
  if (parsed.version !== undefined) {
    throw new StartUpError(
      'TW_TOOL_ID',
      `The tool id '${echo(item.id)}' has a version in it. Write id: '${parsed.id}' and put the version into 'version'.`,
    );
  }
  namingTool(item.id, () => parseVersion(item.version));
  if (addressOf(item).length > maxToolIdLength) {
    throw new StartUpError(
      'TW_TOOL_ID',
      `The tool id '${echo(item.id)}' is too long: with its version it may have ${maxToolIdLength} characters.`,
    );
  }
  const { deprecation } = item;
  if (deprecation !== undefined) namingTool(addressOf(item), () => checkDeprecation(deprecation));
}

/** Says which of many tools a check refused. */
function namingTool(tool: string, check: () => void): void {
  try {
    check();
  } catch (cause) {
    const reason = reasonOf(cause, 'It cannot be read.');
    throw new StartUpError(codeOf(cause, 'TW_TOOL_UNREADABLE'), `The tool ${tool} cannot be registered. ${reason}`, {
      cause,
    });
  }
}
