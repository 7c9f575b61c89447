import { fuzz } from "gauntlet";

/** A small machine: its program must push two numbers, add them and reach a sum. */
export default fuzz("program", (data) => {
  const stack: number[] = [];
  for (let at = 0; at < data.length; at++) {
    switch (data[at]) {
      case 0x10:
        at += 1;
        stack.push(data[at] ?? 0);
        break;
      case 0x20:
        stack.push((stack.pop() ?? 0) + (stack.pop() ?? 0));
        break;
      case 0x30:
        if (stack.length === 1 && stack[0] === 300) throw new Error("reached");
        return;
      default:
        return;
    }
  }
});
