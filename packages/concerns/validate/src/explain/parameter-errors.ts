import { cutText } from '@toolwire/internal';
import { pathText } from '../json/json-problem.ts';
import { type PathSegment, setOwn } from '../json-schema/json.ts';
import { midSentence, type Problem, sentence } from './problem.ts';

const maxParameters = 100;
const maxTextsPerParameter = 10;
const maxNameCharacters = 100;
const invalidInput = 'Some input parameters are invalid';

/** Collects problems into a message and a text per parameter, both limited (OTC-CALL-11). */
export class ParameterErrors {
  private readonly texts = new Map<string, string[]>();
  private readonly rootTexts: string[] = [];

  /** Whether a further parameter would be dropped. */
  get isFull(): boolean {
    return this.texts.size >= maxParameters;
  }

  /** Adds a problem; duplicates for one parameter count once. */
  add(problem: Problem): void {
    const [parameter, ...inside] = problem.path;
    if (parameter === undefined) {
      addOnce(this.rootTexts, rootText(problem));
      return;
    }
    const name = cutText(String(parameter), maxNameCharacters);
    const texts = this.texts.get(name);
    if (texts !== undefined) {
      addOnce(texts, innerText(problem, inside));
    } else if (!this.isFull) {
      this.texts.set(name, [innerText(problem, inside)]);
    }
  }

  /** The message for the whole input. */
  get message(): string {
    if (this.rootTexts.length === 0) {
      return invalidInput;
    }
    return (this.texts.size === 0 ? this.rootTexts : [invalidInput, ...this.rootTexts]).join('; ');
  }

  /** The texts by parameter (E39). The record has no prototype, so a parameter called `__proto__` is safe. */
  toRecord(): Readonly<Record<string, string>> {
    const record = Object.create(null) as Record<string, string>;
    for (const [name, texts] of this.texts) {
      setOwn(record, name, texts.join('; '));
    }
    return record;
  }
}

function addOnce(texts: string[], text: string): void {
  if (texts.length < maxTextsPerParameter && !texts.includes(text)) {
    texts.push(text);
  }
}

function innerText(problem: Problem, inside: readonly PathSegment[]): string {
  return inside.length === 0 ? sentence(problem) : `${pathText(inside)}: ${midSentence(problem)}`;
}

function rootText(problem: Problem): string {
  return problem.quoted === true ? sentence(problem) : `The input ${midSentence(problem)}`;
}
