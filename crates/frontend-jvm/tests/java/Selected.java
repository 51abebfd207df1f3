import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Prints, for each class named, which class declares each public instance method that it has. */
class Selected {
    public static void main(String[] names) throws Exception {
        for (String name : names) {
            Class<?> type = Class.forName(name.replace('/', '.'), false, Selected.class.getClassLoader());
            StringBuilder lines = new StringBuilder();
            for (Method method : type.getMethods()) {
                if (Modifier.isStatic(method.getModifiers())) {
                    continue;
                }
                lines.append(name).append(' ').append(method.getName()).append('(');
                Arrays.stream(method.getParameterTypes()).forEach(each -> lines.append(each.descriptorString()));
                lines.append(')').append(method.getReturnType().descriptorString()).append(' ');
                lines.append(method.getDeclaringClass().getName().replace('.', '/')).append('\n');
            }
            System.out.print(lines);
        }
    }
}
