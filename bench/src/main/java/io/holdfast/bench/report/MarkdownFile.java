package io.holdfast.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes figures into a page, between two markers if the page has them. */
public final class MarkdownFile {

    private MarkdownFile() {}

    /**
     * Replaces the text between the markers of this benchmark; a page without markers is replaced
     * by the figures.
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
