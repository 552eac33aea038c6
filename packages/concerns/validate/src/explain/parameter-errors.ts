import { type PathSegment, setOwn } from '../base/json.ts';
import { pathText } from '../json/json-problem.ts';
import { lowered, type Problem, sentence } from './problem.ts';
import { cut } from './value-words.ts';

const maxParameters = 100;
const maxTextsPerParameter = 10;
const maxNameCharacters = 100;
const invalidInput = 'Some input parameters are invalid';

/** Gathers problems into the message and the texts per parameter of one answer; both are bounded. */
export class ParameterErrors {
  private readonly texts = new Map<string, string[]>();
  private readonly rootTexts: string[] = [];

  /** Whether any further problem would be dropped. */
  get isFull(): boolean {
    return this.texts.size >= maxParameters;
  }

  /** Takes up a problem; the same words about the same parameter count once. */
  add(problem: Problem): void {
    const [parameter, ...inside] = problem.path;
    if (parameter === undefined) {
      addOnce(this.rootTexts, rootText(problem));
      return;
    }
    const name = cut(String(parameter), maxNameCharacters);
    const texts = this.texts.get(name);
    if (texts !== undefined) {
      addOnce(texts, innerText(problem, inside));
    } else if (!this.isFull) {
      this.texts.set(name, [innerText(problem, inside)]);
    }
  }

  /** The words for the input as a whole. */
  get message(): string {
    if (this.rootTexts.length === 0) {
      return invalidInput;
    }
    return (this.texts.size === 0 ? this.rootTexts : [invalidInput, ...this.rootTexts]).join('; ');
  }

  /** The texts by parameter (E39), without a prototype so that a parameter called `__proto__` survives. */
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
  return inside.length === 0 ? sentence(problem) : `${pathText(inside)}: ${lowered(problem)}`;
}

function rootText(problem: Problem): string {
  return problem.quoted === true ? sentence(problem) : `The input ${lowered(problem)}`;
}
