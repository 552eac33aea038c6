export { exampleText, headlineOf, summaryOf } from './write-diff.ts';
