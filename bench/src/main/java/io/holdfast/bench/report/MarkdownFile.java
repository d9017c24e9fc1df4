package io.holdfast.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes figures into a page, between two marks where the page has them. */
public final class MarkdownFile {

    private MarkdownFile() {}

    /**
     * Replaces what stands between the marks of this bench; a page without marks becomes the
     * figures.
     */
    public static void write(Path file, String bench, String figures) throws IOException {
        String begin = "<!-- figures of " + bench + ": written by the bench -->\n";
        String end = "<!-- end of the figures of " + bench + " -->\n";
        String page = Files.exists(file) ? Files.readString(file) : "";
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        String marked = begin + "\n" + figures + "\n" + end;
        String written = from >= 0 && to > from
                ? page.substring(0, from) + marked + page.substring(to + end.length())
                : marked;
        Files.writeString(file, written);
    }
}
