import type { z } from 'zod';

/** One call of the operator API: the shape of its body and of its answer, checked at run time on the side that serves it. */
export interface Call<B extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly body: B;
  readonly answer: A;
}

export const call = <B extends z.ZodType, A extends z.ZodType>(body: B, answer: A): Call<B, A> => ({ body, answer });

/** Errors cross the transport as values: what, why and next are in `message`. */
export interface CallError {
  readonly code: string;
  readonly message: string;
  readonly issues?: readonly { readonly pointer: string; readonly message: string }[] | undefined;
}
