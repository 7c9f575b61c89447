/** Something that code asked of the world outside of itself, told when it is asked. */
export type WorldAct =
  | {
      readonly kind: "command";
      readonly program: string;
      /** Without the program. */
      readonly args: readonly string[];
      /** The line that a shell is to read, where one is asked. */
      readonly shell: string | undefined;
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly kind: "file";
      /** As `node:fs` calls it, without `Sync`. */
      readonly operation: string;
      readonly effect: "read" | "write" | "link" | "follow";
      /** As it was given; of a link, where it is made. */
      readonly path: string;
      /** Of a link what it leads to; of a copy or a move, where to. */
      readonly target: string | undefined;
      /** What is written, where it is a text. */
      readonly text: string | undefined;
    }
  | { readonly kind: "request"; readonly method: string; readonly url: string }
  | { readonly kind: "connection"; readonly host: string; readonly port: number }
  /** A message to another process or thread. */
  | { readonly kind: "message"; readonly channel: string; readonly data: unknown }
  /** A piece of code that was given as data and ran. */
  | { readonly kind: "code"; readonly detail: string };
