/** What starts an agent that is a function of Python or a chain of LangChain for each prompt. */
export function pythonCommand(endpoint: string, type: "python" | "langchain"): readonly string[] {
  const [module = "", attribute = ""] = endpoint.split(":");
  return ["python3", "-c", type === "python" ? callFunction : invokeChain, module, attribute];
}

// --- inside ---

/** The prompt comes on stdin, so that it can hold anything. */
const load = [
  "import asyncio, functools, importlib, inspect, sys",
  "sys.path.insert(0, '')",
  "found = functools.reduce(getattr, sys.argv[2].split('.'), importlib.import_module(sys.argv[1]))",
  "prompt = sys.stdin.read()",
];

const print = "print(answer if isinstance(answer, str) else getattr(answer, 'content', answer))";

const callFunction = [
  ...load,
  "async def wait(value): return await value",
  "answer = found(prompt)",
  "answer = asyncio.run(wait(answer)) if inspect.isawaitable(answer) else answer",
  print,
].join("\n");

const invokeChain = [
  ...load,
  "answer = found.invoke({'input': prompt})",
  "answer = answer.get('output', answer) if isinstance(answer, dict) else answer",
  print,
].join("\n");
