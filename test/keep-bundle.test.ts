import { expect, test } from "vitest";
import { scanFinding } from "./fixtures/scan-finding.ts";
import type { FailureKind } from "../src/kernel/failure/failure.ts";
import { bundleOf } from "../src/store/regressions/bundle.ts";
import { returnsDeclared } from "../src/kernel/subject/call-test.ts";

test("a bundle has the witness, its basis, the way to the failure and the impact", () => {
  expect(bundleOf(scanFinding())).toMatchInlineSnapshot(`
    {
      "confidence": [
        {
          "claim": "the arguments fit the declared types",
          "holds": true,
        },
      ],
      "contractBasis": [
        "parsePrice documents no error and checks nothing",
      ],
      "failurePath": {
        "error": "TypeError",
        "frames": [
          {
            "column": 11,
            "file": "/project/src/money.ts",
            "functionName": "parsePrice",
            "line": 3,
          },
        ],
        "message": "Cannot read properties of undefined (reading '0')",
        "story": [
          {
            "detail": "text=""",
            "kind": "step",
            "what": "parsePrice",
          },
        ],
      },
      "format": "gauntlet-bundle",
      "id": "parsePrice-1a2b3c4d",
      "impact": "a caller of \`parsePrice\` with such a value gets an error that nothing announces",
      "level": "supported",
      "reproduction": "import { parsePrice } from "./src/money.ts";

    await parsePrice(""); // Cannot read properties of undefined (reading '0')
    ",
      "target": "src/money.ts:parsePrice",
      "version": 1,
      "witness": [
        {
          "args": [
            "",
          ],
          "call": "parsePrice("")",
        },
      ],
    }
  `);
});

test("what code alone cannot show is reproduced by a replay", () => {
  const [call] = scanFinding().calls;
  const calls = call === undefined ? [] : [{ ...call, args: undefined }];
  expect(bundleOf(scanFinding({ calls }))).toMatchObject({
    witness: [{ call: "parsePrice(…)", args: null }],
    reproduction: "npx gauntlet replay parsePrice-1a2b3c4d",
  });
});

test("each kind of failure has an impact of its own", () => {
  const kinds = [
    "thrown",
    "rejected",
    "uncaught",
    "deadlock",
    "stalled",
    "escape",
    "leak",
    "divergence",
    "timeout",
    "memory",
    "output",
    "crash",
    "property",
  ] satisfies FailureKind[];
  const impact = (kind: FailureKind, property?: string) =>
    bundleOf(scanFinding({ failure: { ...scanFinding().failure, kind, property } })).impact;
  const impacts = [
    ...kinds.map((kind) => impact(kind)),
    impact("property", `parsePrice ${returnsDeclared}`),
    impact("property", "no prototype is polluted"),
  ];
  expect(new Set(impacts).size).toBe(kinds.length + 2);
});
