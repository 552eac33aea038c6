export { type AiSdkModelOutput, type AiSdkOptions, type AiSdkTool, type AiSdkTools, toAiSdk } from './to/ai-sdk.ts';
