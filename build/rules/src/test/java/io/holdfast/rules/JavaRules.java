package io.holdfast.rules;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.DefaultCaseLabelTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** Rules that require the syntax tree of a Java file, which javac parses. */
final class JavaRules {

    private static final int METHOD_LINES_MAX = 70;

    private JavaRules() {}

    static List<Violation> check(List<SourceFile> files) throws IOException {
        Map<URI, SourceFile> sources = files.stream()
                .filter(SourceFile::isJava)
                .collect(Collectors.toMap(JavaRules::uri, Function.identity()));
        List<Violation> violations = new ArrayList<>();
        if (sources.isEmpty()) {
            return violations;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        JavacTask task = (JavacTask) compiler.getTask(
                null,
                null,
                new DiagnosticCollector<JavaFileObject>(),
                List.of("-proc:none"),
                null,
                sources.values().stream().map(JavaRules::fileObject).toList());
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
            SourceFile file =
                    Objects.requireNonNull(sources.get(unit.getSourceFile().toUri()));
            new Scanner(file, unit, positions, violations).scan(unit, null);
        }
        return violations;
    }

    private static URI uri(SourceFile file) {
        return URI.create("string:///" + file.path());
    }

    private static JavaFileObject fileObject(SourceFile file) {
        return new SimpleJavaFileObject(uri(file), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return file.text();
            }
        };
    }

    private static final class Scanner extends TreeScanner<@Nullable Void, @Nullable Void> {

        private final SourceFile file;
        private final CompilationUnitTree unit;
        private final SourcePositions positions;
        private final LineMap lineMap;
        private final List<Violation> violations;

        Scanner(
                SourceFile file,
                CompilationUnitTree unit,
                SourcePositions positions,
                List<Violation> violations) {
            this.file = file;
            this.unit = unit;
            this.positions = positions;
            this.lineMap = unit.getLineMap();
            this.violations = violations;
        }

        @Override
        public @Nullable Void visitMethod(MethodTree method, @Nullable Void nothing) {
            if (method.getBody() != null) {
                long first = lineMap.getLineNumber(positions.getStartPosition(unit, method));
                long last = lineMap.getLineNumber(positions.getEndPosition(unit, method));
                long lines = last - first + 1;
                if (lines > METHOD_LINES_MAX) {
                    add(Rule.METHOD_TOO_LONG, first, method.getName() + ": " + lines + " lines");
                }
            }
            return super.visitMethod(method, null);
        }

        @Override
        public @Nullable Void visitCase(CaseTree arm, @Nullable Void nothing) {
            boolean isDefault =
                    arm.getLabels().stream().anyMatch(DefaultCaseLabelTree.class::isInstance);
            if (isDefault && file.path().startsWith("core/src/main/") && !isExplained(arm)) {
                long line = lineMap.getLineNumber(positions.getStartPosition(unit, arm));
                add(Rule.DEFAULT_IN_CORE, line, "default without a comment that explains it");
            }
            return super.visitCase(arm, null);
        }

        /** Returns whether a comment on this line or the line above explains the default. */
        private boolean isExplained(Tree tree) {
            int line = (int) lineMap.getLineNumber(positions.getStartPosition(unit, tree));
            List<String> lines = file.lines();
            return lines.get(line - 1).contains("// ")
                    || lines.get(line - 2).strip().startsWith("// ");
        }

        private void add(Rule rule, long line, String detail) {
            violations.add(
                    new Violation(rule, file.path(), (int) line, detail.toLowerCase(Locale.ROOT)));
        }
    }
}
