// Find what a script of ours uses and a browser of the baseline lacks: prints one line a place, nothing when all is there.
import fs from "node:fs";
import { Linter } from "eslint";
import globals from "globals";
import { data, lacking } from "./compat.mjs";

// Used where it is there, something else done where it is not.
const GUARDED = new Set([
  "draw-live.js scrollLeft", // the data dates a sign of right-to-left pages, not the member
  "baseline.js submitter", // or the button that was clicked last
  "copy.js clipboard", // or execCommand
  "entry.js randomUUID", // or getRandomValues
]);
// Names of fields of our own objects, which the data knows as something newer.
const OURS = new Set(["at", "check", "errors", "first", "token", "where"]);

const builtins = data.javascript.builtins;
const homes = new Map(); // name of a member → the interfaces that have it
for (const [home, members] of [...Object.entries(data.api), ...Object.entries(builtins)]) {
  for (const [name, feature] of Object.entries(members)) {
    const member = name.replace(/_static$/, "");
    if (name !== "__compat") homes.set(member, [...(homes.get(member) || []), [home, feature]]);
  }
}

// A member is lacking where every interface that has one of this name got it too late.
function missingMember(name) {
  const found = homes.get(name) || [];
  const reasons = found.map(([home, feature]) => [home, lacking(feature)]);
  if (!found.length || reasons.some(([, lacks]) => !lacks.length)) return "";
  return `${name} (${reasons.map(([home, lacks]) => `${home}: ${lacks.join(", ")}`).join("; ")})`;
}

const LATE_SELECTOR = /:(?:has|is|where|focus-visible|modal|popover-open|user-invalid)\b/;

const rule = {
  create(context) {
    const tell = (node, message) => context.report({ node, message });
    return {
      MemberExpression(node) {
        const name = node.computed ? node.property.value : node.property.name;
        if (typeof name !== "string" || OURS.has(name)) return;
        if (node.object.type === "MemberExpression" && node.object.property.name === "dataset") return;
        const lacks = missingMember(name);
        if (lacks && !GUARDED.has(`${context.filename} ${name}`)) tell(node, lacks);
      },
      NewExpression(node) {
        if (node.callee.name === "FormData" && node.arguments.length > 1) tell(node, `FormData(form, button) (${lacking(data.api.FormData.FormData.submitter_parameter).join(", ")})`);
      },
      Literal(node) {
        if (typeof node.value === "string" && LATE_SELECTOR.test(node.value)) tell(node, `selector ${node.value}`);
      },
      TemplateElement(node) {
        if (LATE_SELECTOR.test(node.value.raw)) tell(node, `selector ${node.value.raw}`);
      },
      CallExpression(node) {
        // Whatever follows may fail, and the browser would not do it any more either.
        if (node.callee.property?.name !== "preventDefault") return;
        const statement = context.sourceCode.getAncestors(node).reverse().find((one) => one.type === "ExpressionStatement" || one.type === "ArrowFunctionExpression");
        const siblings = statement.parent.body instanceof Array ? statement.parent.body : [];
        if (siblings.indexOf(statement) < siblings.length - 1) tell(node, "preventDefault before the end of what is done instead");
      },
      "CallExpression[callee.property.name='addEventListener']"(node) {
        const [kind] = node.arguments;
        if (kind?.value !== "submit" || context.filename === "baseline.js") return;
        if (/preventDefault/.test(context.sourceCode.getText(node))) tell(node, "a form taken over without onSubmit of baseline.js");
      },
      "Program:exit"(node) {
        const scope = context.sourceCode.getScope(node);
        const known = scope.variables.filter((one) => !one.defs.length).flatMap((one) => one.references);
        for (const { identifier } of [...scope.through, ...known]) {
          const lacks = lacking(data.api[identifier.name] || builtins[identifier.name]);
          if (lacks.length) tell(identifier, `${identifier.name} (${lacks.join(", ")})`);
        }
      },
    };
  },
};

const linter = new Linter();
for (const path of process.argv.slice(2)) {
  const filename = path.split("/").pop();
  const found = linter.verify(fs.readFileSync(path, "utf8"), [
    {
      languageOptions: { ecmaVersion: 2020, sourceType: "module", globals: { ...globals.browser, htmx: "readonly", SwaggerUIBundle: "readonly" } },
      plugins: { ours: { rules: { baseline: rule } } },
      rules: { "ours/baseline": "error", "no-undef": "error" },
    },
  ], { filename });
  for (const { line, message } of found) console.log(`${filename}:${line}: ${message}`);
}
