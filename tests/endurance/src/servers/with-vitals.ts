// Preloaded into every server under test, so that a server itself needs to know nothing of its test.
import { answerVitals } from '../vitals.ts';

answerVitals();
