export function marked(mark: string): string[];
