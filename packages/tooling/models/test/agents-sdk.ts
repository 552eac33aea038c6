import { setTraceProcessors } from '@openai/agents';

// From its import on it looks for traces to send every five seconds, for ever, and test files share their process.
setTraceProcessors([]);

export { Agent, OpenAIProvider, RunContext, Runner, type Tool, tool } from '@openai/agents';
