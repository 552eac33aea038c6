export {
  type GeminiCall,
  type GeminiFunction,
  type GeminiResult,
  type GeminiResults,
  type GeminiTools,
  toGemini,
} from './to/gemini.ts';
