import { anthropicStrict } from '../schema/strict-rules.ts';
import type { Reader } from './offer-tools.ts';
import { createStrictBudget } from './strict-budget.ts';

/** What Anthropic's interfaces take of a tool. */
export const anthropicReader: Reader = {
  parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
  createStrictBudget: () => createStrictBudget(anthropicStrict),
};
