import { isSameJson } from '@toolwire/internal';
import type { Bump } from './bump.ts';
import { compareFields } from './compare-fields.ts';
import { compareSchemas, type Inclusion } from './compare-schemas/compare-schemas.ts';
import type { JsonSchema } from './compare-schemas/subschema.ts';
import type { ListedTool } from './listing.ts';

/** A change to a tool, with the bump that it needs and a message. */
export interface Change {
  readonly bump: Exclude<Bump, 'none'>;
  readonly about: 'input' | 'output' | 'description' | 'requirements' | 'deprecation' | 'request';
  readonly text: string;
  /** A value that was valid before and is invalid now, if one was found. */
  readonly example?: unknown;
}

/** Returns the changes between two versions of a tool. */
export function compareTools(earlier: ListedTool, later: ListedTool): readonly Change[] {
  const changes = [
    ...schemaChanges('input', earlier.input, later.input),
    ...schemaChanges('output', earlier.output, later.output),
    ...requirementChanges(earlier.requirements, later.requirements),
    ...deprecationChanges(earlier, later),
  ];
  for (const field of ['title', 'annotations', 'description'] as const) {
    if (isSameJson(earlier[field], later[field])) continue;
    changes.push({ bump: 'patch', about: 'description', text: `The ${field} changed.` });
  }
  return changes;
}

/** Valid input must stay valid, and all output must have been allowed before. */
function schemaChanges(about: 'input' | 'output', earlier: JsonSchema, later: JsonSchema): readonly Change[] {
  if (isSameJson(earlier, later)) return [];
  const [forward, backward] = [compareSchemas(earlier, later), compareSchemas(later, earlier)];
  const [required, other] = about === 'input' ? [forward, backward] : [backward, forward];
  const fields = about === 'input' ? fieldChanges(earlier, later, required.verdict === 'yes') : [];
  if (required.verdict !== 'yes') {
    const example = 'example' in required ? { example: required.example } : {};
    return [{ about, bump: 'major', text: incompatibilityText(about, required), ...example }, ...fields];
  }
  if (other.verdict === 'yes') {
    const text = `The ${about} schema changed, but the valid values did not.`;
    return fields.length > 0 ? fields : [{ about, bump: 'patch', text }];
  }
  const text = about === 'input' ? 'The input accepts more than before.' : 'The output is more specific than before.';
  return [{ about, bump: 'minor', text }, ...fields];
}

/** Changes of fields whose values stay valid. An input that refuses a removed field is reported as such. */
function fieldChanges(earlier: JsonSchema, later: JsonSchema, findsRemoved: boolean): readonly Change[] {
  return compareFields(earlier, later, findsRemoved).map(({ bump, path, message }) => ({
    about: 'input',
    bump,
    text: sentence(path, message),
  }));
}

function incompatibilityText(about: 'input' | 'output', inclusion: Exclude<Inclusion, { verdict: 'yes' }>): string {
  const reason = sentence(inclusion.path, inclusion.reason);
  if (inclusion.verdict === 'unknown') {
    return `The compatibility of the ${about} is unknown, so treat it as a major change. ${reason}`;
  }
  return about === 'input'
    ? `Some valid input is now invalid. ${reason}`
    : `The output may have values that were not allowed before. ${reason}`;
}

function sentence(path: string, message: string): string {
  return path === '' ? `${message.charAt(0).toUpperCase()}${message.slice(1)}.` : `At ${path}: ${message}.`;
}

function requirementChanges(earlier: readonly string[], later: readonly string[]): readonly Change[] {
  const added = later.filter((requirement) => !earlier.includes(requirement));
  const removed = earlier.filter((requirement) => !later.includes(requirement));
  return [
    ...added.map((name) => ({ bump: 'major', about: 'requirements', text: `A call now requires: ${name}.` }) as const),
    ...removed.map(
      (name) => ({ bump: 'minor', about: 'requirements', text: `A call no longer requires: ${name}.` }) as const,
    ),
  ];
}

function deprecationChanges(earlier: ListedTool, later: ListedTool): readonly Change[] {
  if (earlier.isDeprecated === later.isDeprecated) return [];
  const text = later.isDeprecated ? 'The tool is now deprecated.' : 'The tool is no longer deprecated.';
  return [{ bump: 'minor', about: 'deprecation', text }];
}
