import { z } from 'zod';
import type { OperationSpec } from '#shared/contract/operation.ts';

/** What a field may be, where that is a choice. */
const choicesOfField = (field: unknown): readonly unknown[] => {
  if (field instanceof z.ZodNullable) return [null, ...choicesOfField(field.unwrap())];
  if (field instanceof z.ZodOptional) return [undefined, ...choicesOfField(field.unwrap())];
  if (field instanceof z.ZodDefault) return choicesOfField(field.unwrap());
  if (field instanceof z.ZodBoolean) return [true, false];
  if (field instanceof z.ZodEnum) return field.options;
  if (field instanceof z.ZodUnion) return field.options.flatMap(choicesOfField);
  if (field instanceof z.ZodLiteral) return [...field.values];
  return [];
};

/** A choice among all actions of the audit log, or all languages, is no case of its own. */
const mostChoices = 12;

/** Each other choice that an input has, one field at a time. */
export const choicesOf = ({ input }: OperationSpec, given: Readonly<Record<string, unknown>>): object[] =>
  Object.entries(input.shape).flatMap(([name, field]) => {
    const choices = [...new Set(choicesOfField(field))].filter((value) => value !== given[name]);
    return choices.length > mostChoices ? [] : choices.map((value) => ({ [name]: value }));
  });
