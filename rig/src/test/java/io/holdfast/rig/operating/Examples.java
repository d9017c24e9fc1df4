package io.holdfast.rig.operating;

import static org.assertj.core.api.Assertions.assertThat;

import io.holdfast.rig.process.ServerCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The blocks of a page. */
final class Examples {

    /**
     * A block.
     *
     * @param language the word behind the backticks
     * @param output what a text block directly below it says that it prints; empty without one
     */
    record Block(String language, String text, String output) {}

    private Examples() {}

    /** Returns the blocks of a page below {@code docs}, in their order. */
    static List<Block> of(String page) throws IOException {
        Path file = ServerCommand.root().resolve("docs").resolve(page);
        List<Block> blocks = new ArrayList<>();
        StringBuilder block = null;
        String language = "";
        boolean follows = false;
        for (String line : Files.readAllLines(file)) {
            if (block != null && line.equals("```")) {
                boolean output = language.equals("text");
                if (output && follows) {
                    Block last = blocks.removeLast();
                    blocks.add(new Block(last.language(), last.text(), block.toString()));
                } else if (!output) {
                    blocks.add(new Block(language, block.toString(), ""));
                }
                follows = !output;
                block = null;
            } else if (block != null) {
                block.append(line).append('\n');
            } else if (line.startsWith("```")) {
                language = line.substring(3);
                block = new StringBuilder();
            } else if (!line.isBlank()) {
                follows = false;
            }
        }
        return blocks;
    }

    /** Runs the shell blocks of a page, which must print what the page says. */
    static void run(Shell shell, String settings, List<Block> blocks) throws Exception {
        for (Block block : blocks) {
            if (block.language().equals("sh")) {
                String printed = shell.run(settings + block.text());
                if (!block.output().isEmpty()) {
                    assertThat(printed).as(block.text()).isEqualTo(block.output());
                }
            }
        }
    }
}
