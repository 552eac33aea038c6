import { setTraceProcessors } from '@openai/agents';

// After its import, the SDK checks for traces every five seconds, and test files share their process.
setTraceProcessors([]);

export { Agent, OpenAIProvider, RunContext, Runner, type Tool, tool } from '@openai/agents';
