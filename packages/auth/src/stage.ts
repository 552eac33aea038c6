import type { Call, Stage, Tool } from '@toolwire/core';
import { missingRequirements } from './missing-requirements.ts';
import { whatIsMissing, whatToSend } from './missing-text.ts';

/** Refuses a call that came without what its tool needs; names what is missing by id, never by value. */
export function requirements(): Stage<Call & { readonly tool: Tool }> {
  return (call, next) => {
    const { tool } = call;
    // OTC-TAUTH-02: no requirements, no questions
    const missing = tool.requirements && missingRequirements(tool.requirements, call.context);
    if (missing === undefined) {
      return next();
    }
    return {
      kind: 'refused',
      code: 'missing_requirements',
      message: `Tool '${tool.name}' needs ${whatIsMissing(missing)}`,
      developerMessage: whatToSend(missing),
      missing,
      tool,
    };
  };
}
