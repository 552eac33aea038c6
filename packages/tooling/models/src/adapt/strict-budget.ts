import { entriesOf, listOf } from '@toolwire/internal';
import { schemasIn } from '@toolwire/internal/json-schema';
import { findWidened } from '../schema/keywords-to-description.ts';
import { strictInput } from '../schema/strict-input.ts';
import { anthropicStrict, openAiStrict, type StrictRules } from '../schema/strict-rules.ts';
import type { JsonSchema, ToolChange } from './model-tool.ts';

/** The limits that the strict tools of one request share. */
export interface StrictBudget {
  /** Whether a model sends null for an optional property. */
  readonly hasNullForAbsent: boolean;
  /** Returns the strict form of a schema, or `undefined` if it has no equivalent one or the budget is used up. */
  reserve(
    original: JsonSchema,
    schema: JsonSchema,
    report: (...changes: readonly ToolChange[]) => void,
  ): JsonSchema | undefined;
}

type StrictApi = 'openAi' | 'anthropic';
const rulesOf: Readonly<Record<StrictApi, StrictRules>> = { openAi: openAiStrict, anthropic: anthropicStrict };

/** Creates the budget for the tools of one request. */
export function createStrictBudget(api: StrictApi): StrictBudget {
  const rules = rulesOf[api];
  const remaining = { ...rules.budget };
  return {
    hasNullForAbsent: rules.isAllRequired,
    reserve(original, schema, report) {
      const widened = findWidened(original);
      const form = strictInput(schema, rules);
      if (!form.ok || widened.length > 0) {
        const problems = form.ok ? widened : [...widened, ...form.problems];
        for (const { pointer, message } of problems) report({ code: 'not_strict', pointer, message });
        return undefined;
      }
      const { optional, unions } = costOf(form.schema);
      if (remaining.tools < 1 || remaining.optional < optional || remaining.unions < unions) {
        const isTooMuchByItself = rules.budget.optional < optional || rules.budget.unions < unions;
        const message = isTooMuchByItself
          ? 'The tool has more optional fields or unions than one request may have.'
          : 'Earlier strict tools have used up the limits of one request.';
        report({ code: 'not_strict', pointer: '', message });
        return undefined;
      }
      remaining.tools -= 1;
      remaining.optional -= optional;
      remaining.unions -= unions;
      return form.schema;
    },
  };
}

function costOf(strict: JsonSchema): { readonly optional: number; readonly unions: number } {
  let [optional, unions] = [0, 0];
  for (const { schema } of schemasIn(strict)) {
    const requiredNames = listOf(schema['required']);
    optional += entriesOf(schema['properties']).filter(([name]) => !requiredNames.includes(name)).length;
    if (schema['anyOf'] !== undefined || Array.isArray(schema['type'])) unions += 1;
  }
  return { optional, unions };
}
