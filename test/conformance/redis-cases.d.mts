export declare const cases: Readonly<Record<string, string>>;
export declare function stepsOf(
  text: string,
): readonly { readonly connection: number; readonly words: readonly string[] }[];
export declare function normal(bytes: string): string;
export declare function requestOf(words: readonly string[]): Buffer;
