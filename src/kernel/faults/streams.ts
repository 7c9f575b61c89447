import type { Fault } from "./fault.ts";
import {
  type AnyIterator,
  isIterator,
  isNodeStream,
  isObject,
  isResponse,
  isWebStream,
  type NodeStream,
} from "./answer-kind.ts";
import { onSettled, tapIterator } from "./change-answer.ts";
import { type ErrorChoice, makeFault, type SeamOptions } from "./make-fault.ts";

/** A stream, a generator or a body ends with an error after `items` of its parts. */
export function cutStream(
  seam: string,
  options?: SeamOptions & { readonly items?: number; readonly error?: ErrorChoice },
): Fault {
  const { items = 1 } = options ?? {};
  return makeFault({
    kind: "cutStream",
    seam,
    options,
    strike: (hit) => {
      const facts = { code: "ECONNRESET", syscall: "read", message: "aborted" };
      const error = hit.error(options?.error, facts);
      const cut: Cut = { items, error, fire: () => hit.fire(error.message) };
      return onSettled(hit.call.proceed(), (value) => cutAnswer(value, cut));
    },
  });
}

/** Where a stream ends, with what, and who is told. */
export interface Cut {
  readonly items: number;
  readonly error: Error;
  readonly fire: () => void;
}

/** A web stream that gives only the first parts of another and then fails. */
export function cutWebStream(source: ReadableStream<unknown>, cut: Cut): ReadableStream<unknown> {
  const reader = source.getReader();
  let left = cut.items;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      if (left > 0) {
        left -= 1;
        return controller.enqueue(value);
      }
      cut.fire();
      controller.error(cut.error);
      await reader.cancel(cut.error);
    },
    cancel: async (reason) => reader.cancel(reason),
  });
}

/** A response with another body. */
export function withBody(response: Response, body: ReadableStream<unknown>): Response {
  const { status, statusText, headers, url } = response;
  const changed = new Response(body as ReadableStream<Uint8Array>, { status, statusText, headers });
  // The constructor cannot set it, and clients read it.
  Object.defineProperty(changed, "url", { value: url });
  return changed;
}

// --- inside ---

function cutAnswer(value: unknown, cut: Cut): unknown {
  if (isNodeStream(value)) return cutNodeStream(value, cut);
  if (isWebStream(value)) return cutWebStream(value, cut);
  if (isResponse(value)) {
    return value.body === null ? value : withBody(value, cutWebStream(value.body, cut));
  }
  if (isIterator(value)) return cutIterator(value, cut);
  if (isObject(value) && Symbol.asyncIterator in value) {
    const iterable = value as unknown as AsyncIterable<unknown>;
    return { [Symbol.asyncIterator]: () => cutIterator(asyncIteratorOf(iterable), cut) };
  }
  return value;
}

function asyncIteratorOf(iterable: AsyncIterable<unknown>): AnyIterator {
  const source = iterable[Symbol.asyncIterator]();
  const iterator: AnyIterator & Record<symbol, () => unknown> = {
    next: async () => source.next(),
    return: async (value) => source.return?.(value),
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

function cutIterator(source: AnyIterator, cut: Cut): AnyIterator {
  let left = cut.items;
  let isCut = false;
  const onResult = (result: unknown): unknown => {
    if ((result as IteratorResult<unknown>).done === true) return result;
    left -= 1;
    if (left >= 0) return result;
    isCut = true;
    cut.fire();
    return onSettled(source.return?.(), () => {
      throw cut.error;
    });
  };
  return tapIterator(source, (...args) => {
    if (isCut) return source.next(...args);
    return onSettled(source.next(...args), onResult);
  });
}

// What is already in the stream's buffer has arrived; what is pushed from now on is counted.
function cutNodeStream(stream: NodeStream, cut: Cut): NodeStream {
  const push = stream.push;
  let left = cut.items;
  stream.push = (chunk, encoding) => {
    left -= chunk === null ? 0 : 1;
    if (left >= 0) return push.call(stream, chunk, encoding);
    stream.push = push;
    cut.fire();
    stream.destroy(cut.error);
    return false;
  };
  return stream;
}
