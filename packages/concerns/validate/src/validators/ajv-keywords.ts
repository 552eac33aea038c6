import { isMultipleOf } from '@toolwire/internal/json-schema';
import type { Ajv, CodeKeywordDefinition, KeywordCxt, KeywordDefinition } from 'ajv';
import type { AjvLibrary } from '#load-ajv';
import { canonical, hasDuplicates } from '../json-schema/json.ts';

/** Corrects the keywords that ajv 8.20.0 decides wrongly or slowly. */
export function correctKeywords(compiler: Ajv, library: AjvLibrary): void {
  for (const definition of replacedKeywords) {
    compiler.removeKeyword(String(definition.keyword)).addKeyword(definition);
  }
  correctContains(compiler);
  correctBranches(compiler, library);
  correctPatternProperties(compiler, library);
}

const replacedKeywords: readonly KeywordDefinition[] = [
  // ajv calls `toString` and `valueOf` of the value to compare, which a caller can send (ajv-validator/ajv#2624).
  { keyword: 'enum', compile: (choices: readonly unknown[]) => isOneOf(choices) },
  { keyword: 'const', compile: (choice: unknown) => isOneOf([choice]) },
  // ajv divides floats, so 0.3 is not a multiple of 0.1 (ajv-validator/ajv#652).
  {
    keyword: 'multipleOf',
    type: 'number',
    validate: (divisor: number, value: number) => isMultipleOf(value, divisor),
  },
  // ajv compares each pair of items (ajv-validator/ajv#608).
  {
    keyword: 'uniqueItems',
    type: 'array',
    validate: (on: boolean, items: unknown[]) => !on || !hasDuplicates(items),
  },
];

function isOneOf(choices: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(choices.filter((choice) => !isNested(choice)));
  const nested = new Set(choices.filter(isNested).map(canonical));
  return (value) => (isNested(value) ? nested.size > 0 && nested.has(canonical(value)) : scalars.has(value));
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/**
 * Makes `contains` right for empty lists. After `prefixItems`, ajv skips it for an empty list, and without limits it uses the result of
 * an earlier list for it (seen in 8.20.0). With a minimum between 0 and 1, ajv counts the matches from 0 for each list, and stops at the first.
 */
function correctContains(compiler: Ajv): void {
  const contains = compiler.getKeyword('contains') as CodeKeywordDefinition;
  compiler.removeKeyword('contains').addKeyword({
    ...contains,
    before: 'prefixItems',
    code: (context, type) => {
      const { minContains = 1, maxContains } = context.parentSchema;
      if (minContains === 1 && maxContains === undefined) {
        Object.assign(context, { parentSchema: { ...context.parentSchema, minContains: 0.5 } });
      }
      contains.code(context, type);
    },
  });
}

/**
 * Lets only matching branches count as evaluating parts. ajv declares the variable of what they evaluate inside the condition of a branch: it is
 * missing when no branch matches, has the fields of a branch that doesn't match, or the fields of an earlier item.
 */
function correctBranches(compiler: Ajv, { Name, evaluatedPropsToName }: AjvLibrary): void {
  for (const keyword of ['anyOf', 'oneOf', 'if', 'dependentSchemas']) {
    changeCode(compiler, keyword, ({ gen, it }, writeCode) => {
      if (it.opts.unevaluated) {
        const { props, items } = it;
        if (props !== true && !(props instanceof Name)) it.props = evaluatedPropsToName(gen, props);
        if (items !== true && !(items instanceof Name)) it.items = gen.var('items', items ?? 0);
      }
      writeCode();
    });
  }
}

/** Lets `patternProperties` note its fields separately. ajv notes them in the variable of earlier branches, which may be `true`. */
function correctPatternProperties(compiler: Ajv, { Name, mergeEvaluated }: AjvLibrary): void {
  changeCode(compiler, 'patternProperties', ({ gen, it }, writeCode) => {
    const { props } = it;
    if (!(props instanceof Name)) {
      writeCode();
      return;
    }
    delete it.props;
    writeCode();
    it.props = it.props === undefined ? props : mergeEvaluated.props(gen, it.props, props);
  });
}

/** Changes how a keyword is compiled. Its place among the other keywords stays. */
function changeCode(compiler: Ajv, keyword: string, code: (context: KeywordCxt, writeCode: () => void) => void): void {
  const definition = compiler.getKeyword(keyword) as CodeKeywordDefinition;
  const original = definition.code;
  definition.code = (context, type) => code(context, () => original(context, type));
}
