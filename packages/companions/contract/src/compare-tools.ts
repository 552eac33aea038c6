import { isSameJson } from '@toolwire/internal';
import { type Bump, farthest } from './bump.ts';
import type { ListedTool } from './listing.ts';
import { compareSchemas, type Inclusion } from './schema/compare-schemas.ts';
import type { JsonSchema } from './schema/json-schema.ts';

/** One thing that changed, how far that goes, and a sentence that says so. */
export interface Change {
  readonly bump: Exclude<Bump, 'none'>;
  readonly about: 'input' | 'output' | 'description' | 'requirements' | 'deprecation';
  readonly text: string;
  /** A value that was fine before and is not now, where there is one. */
  readonly example?: unknown;
}

/** What changed from one version of a tool to another. */
export function compareTools(earlier: ListedTool, later: ListedTool): readonly Change[] {
  return [
    ...schemaChanges('input', earlier.input, later.input),
    ...schemaChanges('output', earlier.output, later.output),
    ...requirementChanges(earlier.requirements, later.requirements),
    ...deprecationChanges(earlier, later),
    ...(earlier.description === later.description ? [] : [description]),
  ];
}

/** How far some changes go together. */
export function bumpOf(changes: readonly Change[]): Bump {
  return farthest(changes.map(({ bump }) => bump));
}

const description: Change = { bump: 'patch', about: 'description', text: 'The description has changed.' };

/** An input must stay valid, and an output must have been allowed before. */
function schemaChanges(about: 'input' | 'output', earlier: JsonSchema, later: JsonSchema): readonly Change[] {
  if (isSameJson(earlier, later)) return [];
  const [kept, back] = [compareSchemas(earlier, later), compareSchemas(later, earlier)];
  const [safe, other] = about === 'input' ? [kept, back] : [back, kept];
  if (safe.verdict !== 'yes') {
    const example = 'example' in safe ? { example: safe.example } : {};
    return [{ about, bump: 'major', text: broken(about, safe), ...example }];
  }
  if (other.verdict === 'yes') {
    return [{ about, bump: 'patch', text: `The words of the ${about} have changed, not what is valid.` }];
  }
  const text = about === 'input' ? 'The input accepts more than before.' : 'The output promises more than before.';
  return [{ about, bump: 'minor', text }];
}

function broken(about: 'input' | 'output', found: Exclude<Inclusion, { verdict: 'yes' }>): string {
  const where = found.at === '' ? '' : ` At ${found.at}`;
  const why = where === '' ? ` ${sentence(found.why)}` : `${where}: ${found.why}.`;
  if (found.verdict === 'unknown') {
    return `It cannot be told whether the ${about} is compatible, so treat it as a major change.${why}`;
  }
  return about === 'input'
    ? `Some input that was valid is not valid now.${why}`
    : `Some output may come that was not allowed before.${why}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function requirementChanges(earlier: readonly string[], later: readonly string[]): readonly Change[] {
  const more = later.filter((each) => !earlier.includes(each));
  const fewer = earlier.filter((each) => !later.includes(each));
  return [
    ...more.map(
      (each) => ({ bump: 'major', about: 'requirements', text: `A call needs more than before: ${each}.` }) as const,
    ),
    ...fewer.map(
      (each) => ({ bump: 'minor', about: 'requirements', text: `A call needs no longer: ${each}.` }) as const,
    ),
  ];
}

function deprecationChanges(earlier: ListedTool, later: ListedTool): readonly Change[] {
  if (earlier.isDeprecated === later.isDeprecated) return [];
  const text = later.isDeprecated ? 'It is deprecated now.' : 'It is no longer deprecated.';
  return [{ bump: 'minor', about: 'deprecation', text }];
}
