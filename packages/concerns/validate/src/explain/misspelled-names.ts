import { nearestName } from '@toolwire/internal';
import { matchesPattern } from '@toolwire/internal/json-schema';
import { isObject, type JsonSchema } from '../json-schema/json.ts';
import { isClosed } from '../json-schema/schema-parts.ts';
import { cutChoice } from './describe-value.ts';
import { locate } from './locate.ts';
import type { Problem } from './problem.ts';

// Limits on the work for one response, because the caller chooses the names.
const maxSearches = 20;
const maxNames = 50;
const maxNameCharacters = 64;

/** An object in the caller's value. */
type SentObject = Readonly<Record<string, unknown>>;

/** Suggests which unknown field was probably meant as a missing one. */
export class MisspelledNames {
  readonly #root: JsonSchema;
  readonly #rootValue: unknown;
  /** The unknown names, by the object that has them. */
  readonly #unknown = new Map<SentObject, readonly string[]>();
  #searches = 0;

  constructor(root: JsonSchema, rootValue: unknown) {
    this.#root = root;
    this.#rootValue = rootValue;
  }

  /** Adds the closest sent name to the problem of a missing field. */
  explain(problem: Problem): Problem {
    if (problem.isMissing !== true || this.#searches >= maxSearches) {
      return problem;
    }
    this.#searches += 1;
    const wanted = String(problem.path.at(-1));
    const nearest = nearestName(wanted, this.#siblingNames(problem));
    return nearest === undefined
      ? problem
      : { ...problem, text: `${problem.text}. You sent '${nearest}'; did you mean '${cutChoice(wanted)}'?` };
  }

  #siblingNames({ path }: Problem): readonly string[] {
    const { holder, holderSchemas } = locate(this.#root, this.#rootValue, path);
    // A closed schema reports such a name itself.
    if (!isObject(holder) || holderSchemas.some(isClosed) || this.#isSensitive(path.slice(0, -1))) {
      return [];
    }
    const known = this.#unknown.get(holder);
    if (known !== undefined) {
      return known;
    }
    const unknown = unknownNames(holder, holderSchemas);
    this.#unknown.set(holder, unknown);
    return unknown;
  }

  #isSensitive(path: Problem['path']): boolean {
    return locate(this.#root, this.#rootValue, path).sensitive;
  }
}

function unknownNames(holder: SentObject, schemas: readonly JsonSchema[]): readonly string[] {
  const names: string[] = [];
  for (const name of Object.keys(holder)) {
    if (names.length >= maxNames) {
      break;
    }
    if (isShowable(name) && !schemas.some((schema) => isNamed(schema, name))) {
      names.push(name);
    }
  }
  return names;
}

/** Whether a name is short, and has no line breaks or invisible characters. */
function isShowable(name: string): boolean {
  return name.length <= maxNameCharacters && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name);
}

function isNamed({ properties, patternProperties }: JsonSchema, name: string): boolean {
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return (
    (isObject(properties) && Object.hasOwn(properties, name)) ||
    patterns.some((pattern) => matchesPattern(pattern, name) === true)
  );
}
