import type { Reader } from './offer-tools.ts';

/** What Anthropic's interfaces take of a tool. */
export const anthropicReader: Reader = {
  parameterName: /^[a-zA-Z0-9_.-]{1,64}$/,
  async loadStrictBudget() {
    const { anthropicBudget } = await import('./strict-budgets.ts');
    return anthropicBudget();
  },
};
