import { type FormField } from '../form-definition.js';
import { compilePattern, MAX_INSTRUCTIONS, type Pattern } from '../texts/pattern.js';
import { type JsonPart } from './json-part.js';

/** Instructions that are compiled for one form, about: how many a pattern has is known only afterwards. */
const MAX_COMPILED = 100_000;
/** Steps that it may take to match all texts of a form, which is about half a second. */
const MAX_STEPS = 5_000_000;

/** Compiles the patterns of a form's texts, each once, and refuses those that would make it slow. */
export function compilePatterns(
  parts: readonly { part: JsonPart; field: FormField }[],
): Map<string, Pattern> {
  const patterns = new Map<string, Pattern>();
  let compiled = 0;
  let steps = 0;
  for (const { part, field } of parts) {
    if (field.kind !== 'text' || !field.validation.pattern) continue;
    const { pattern: source, maxLength } = field.validation;
    const given = part.member('validation').member('pattern');
    const refuse = (problem: string) => given.fail('pattern_invalid', `is ${given.shown}, which ${problem}`);
    if (compiled > MAX_COMPILED) {
      refuse('is one too many: all patterns of the form together are too long');
      break;
    }
    const pattern = patterns.get(source) ?? compilePattern(source);
    if ('problem' in pattern) {
      refuse(`is no pattern in RE2 syntax: ${pattern.problem}`);
      continue;
    }
    if (!patterns.has(source)) compiled += pattern.instructions;
    patterns.set(source, pattern);
    steps += pattern.instructions * maxLength;
    if (pattern.instructions > MAX_INSTRUCTIONS)
      refuse(`compiles to ${pattern.instructions} instructions, but may have at most ${MAX_INSTRUCTIONS}`);
    else if (steps > MAX_STEPS) {
      refuse(`takes too long for ${maxLength} characters: shorten the pattern or maxLength`);
      break;
    }
  }
  return patterns;
}
