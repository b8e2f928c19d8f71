import ts from 'typescript';

/** One regular expression of the sources. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  /** `file:line`. */
  readonly at: string;
}

/** A `new RegExp` whose parts are not all constants of its file. */
interface Unread {
  readonly text: string;
  readonly at: string;
}

export interface Patterns {
  readonly patterns: readonly Pattern[];
  readonly unread: readonly Unread[];
}

/** The constants of a file that a pattern may be built of, by name. */
function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  const visit = (node: ts.Node): void => {
    const isConstant = ts.isVariableDeclaration(node) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0;
    if (isConstant && ts.isIdentifier(node.name) && node.initializer !== undefined) constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return constants;
}

/** The text an expression always has, or null. */
function readText(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string | null {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value === undefined ? null : readText(value, constants);
  }
  if (!ts.isTemplateExpression(node)) return null;
  const spans = node.templateSpans.map(({ expression, literal }) => {
    const text = readText(expression, constants);
    return text === null ? null : text + literal.text;
  });
  return spans.includes(null) ? null : node.head.text + spans.join('');
}

function isRegExpCall(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

/** Every regular expression that `text`, a TypeScript file, holds: literals, and `RegExp` calls made of constants. */
export function patternsOf(name: string, text: string): Patterns {
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const constants = constantsOf(file);
  const patterns: Pattern[] = [];
  const unread: Unread[] = [];
  const visit = (node: ts.Node): void => {
    const at = `${name}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      patterns.push({ source: node.text.slice(1, end), flags: node.text.slice(end + 1), at });
    } else if (isRegExpCall(node)) {
      const [source, flags] = (node.arguments ?? []).map((argument) => readText(argument, constants));
      if (source === undefined || source === null || flags === null) unread.push({ text: node.getText(), at });
      else patterns.push({ source, flags: flags ?? '', at });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { patterns, unread };
}
